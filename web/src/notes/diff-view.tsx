import type { DiffLine } from './diff-lines.ts'

const diffLineStyles = {
  same: { sign: ' ', className: '' },
  added: { sign: '+', className: 'bg-accent-soft text-accent no-underline' },
  removed: { sign: '−', className: 'bg-alarm-soft text-alarm' },
} as const

/** Shows added and removed lines. */
export function DiffView({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line text-sm">
      {lines.map(({ kind, text }, index) => {
        const { sign, className } = diffLineStyles[kind]
        const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'p'
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines can repeat and never move
            key={index}
            className={`flex gap-2 px-3 py-0.5 break-words whitespace-pre-wrap ${className}`}
          >
            <span aria-hidden="true" className="w-3 shrink-0 select-none">
              {sign}
            </span>
            <span className="min-w-0" dir="auto">
              {text || ' '}
            </span>
          </Line>
        )
      })}
    </div>
  )
}
