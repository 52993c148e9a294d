import type { LanguageModelTrial } from '../../../sdk/src/operations.ts'
import { answerAsPlainText } from '../ask/answer-plain-text.ts'
import { Icon } from '../components/icon.tsx'

const failureLabels: Record<NonNullable<LanguageModelTrial['failure']>, string> = {
  'key-rejected': 'The server rejected the API key.',
  'model-unknown': 'The server doesn’t have this model.',
  'address-wrong': 'There’s no chat API at this address. Check the base URL; it often ends in /v1.',
  unreachable: 'The server can’t be reached. Check the base URL, and that the server is running.',
  timeout: 'The server took too long.',
  'limit-reached': 'The server’s limit is reached. Check your plan, or try again later.',
  failed: 'The server failed.',
}

/** The outcome of a test: the answer with its time, tokens and cost, or what went wrong. */
export function LanguageModelTrialResult({ trial }: { trial: LanguageModelTrial }) {
  return (
    <section aria-label="Test result" role="status" className="card space-y-3 px-5 py-5">
      <p className={`flex items-start gap-2 font-semibold ${trial.ok ? 'text-accent' : 'text-alarm'}`}>
        <Icon name={trial.ok ? 'check' : 'alert'} size={18} className="mt-0.5" />
        {trial.failure ? failureLabels[trial.failure] : 'The model answered.'}
      </p>
      {trial.message && <p className="text-sm break-words text-quiet">{trial.message}</p>}
      {trial.ok && (
        <>
          <p className="font-semibold break-words" dir="auto">
            {trial.question}
          </p>
          <p className="break-words whitespace-pre-line" dir="auto">
            {answerAsPlainText(trial.answer ?? '')}
          </p>
          {trial.mode !== 'written' && <p className="text-sm text-quiet">{unwrittenNotes[trial.mode ?? 'direct']}</p>}
        </>
      )}
      <dl className="grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
        <TrialFigure label="Time" value={`${(trial.ms / 1000).toFixed(1)} s`} />
        <TrialFigure label="Input tokens" value={trial.inputTokens?.toLocaleString() ?? 'Not reported'} />
        <TrialFigure label="Output tokens" value={trial.outputTokens?.toLocaleString() ?? 'Not reported'} />
        <TrialFigure
          label="Cost per answer"
          value={trial.cost === null ? 'Enter prices' : `US$${trial.cost.toPrecision(2)}`}
        />
      </dl>
    </section>
  )
}

const unwrittenNotes = {
  quoted: 'Nothing that the model wrote is supported by your notes, so the answer is quoted.',
  refused: 'The model found no answer in your notes.',
  direct: 'No note matches the question, so the model answered without notes.',
}

function TrialFigure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-quiet">{label}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  )
}
