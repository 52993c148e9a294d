import { expect, it } from 'vitest'
import { createProgress } from './progress.ts'

function outputOf(isTTY: boolean, columns?: number) {
  const written: string[] = []
  return { env: {}, written, stderr: { isTTY, columns, write: (text: string) => written.push(text) } }
}

it('a bar is redrawn on a terminal, and removed at the end', () => {
  const output = outputOf(true, 0)
  const progress = createProgress('Importing', output)
  progress.update(5, 10)
  progress.end()
  expect(output.written).toEqual([`\r\u001b[K${'█'.repeat(12)}${'░'.repeat(12)} Importing 5 of 10`, '\r\u001b[K'])
})

it('elsewhere a line is reported every few seconds', () => {
  let time = 0
  const output = outputOf(false)
  const progress = createProgress('Importing', output, { now: () => time })
  for (time = 0; time <= 10_000; time += 1000) progress.update(time / 1000, 10)
  progress.end()
  expect(output.written).toEqual(['Importing 5 of 10\n', 'Importing 10 of 10\n'])
})
