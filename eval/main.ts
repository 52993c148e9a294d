import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runConversationsCommand } from './conversations/conversations-command.ts'
import { runFileQuestionsCommand } from './files/file-questions-command.ts'
import { runFilesCommand } from './files/files-command.ts'
import { runPeopleCommand } from './people/people-command.ts'
import { evaluateQmsum } from './qmsum.ts'
import { runWrittenCommand } from './written/written-command.ts'

// Measures every evaluation set of a folder, one after the other, and prints a table.

const usage = `Usage: npm run eval -- DIR [NAME…]
       npm run eval -- people DIR [options]
       npm run eval -- conversations [options]
       npm run eval -- written [options]
       npm run eval -- files DIR [options]
       npm run eval -- files-questions DIR QUESTIONS [options]

DIR contains folders in BEIR layout (corpus.jsonl, queries.jsonl, qrels/test.tsv, optionally answers.jsonl).
Without NAME, every known folder is measured. NAME can be a path below DIR, such as xquad/de. qmsum (val.jsonl)
measures the sentences that digests quote. "npm run eval -- people --help" explains the evaluation with people's questions,
"npm run eval -- conversations --help" the one with follow-ups, "npm run eval -- written --help" the one with a recorded
language model, "npm run eval -- files --help" the one that reads PDF, Office, mail and other files, "npm run eval --
files-questions --help" the one that asks about such files.`

const commands = new Map([
  ['people', runPeopleCommand],
  ['conversations', runConversationsCommand],
  ['written', runWrittenCommand],
  ['files', runFilesCommand],
  ['files-questions', runFileQuestionsCommand],
])
const runCommand = commands.get(process.argv[2] ?? '')
if (runCommand) {
  const code = await runCommand(process.argv.slice(3), {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    signals: process,
    fetch: globalThis.fetch,
  })
  process.exit(code)
}
const [directory, ...names] = process.argv.slice(2)
if (!directory || directory === '--help') {
  console.log(usage)
  process.exit(directory ? 0 : 2)
}
const qmsumFile = join(directory, 'qmsum', 'val.jsonl')
if (existsSync(qmsumFile) && (names.length === 0 || names.includes('qmsum'))) {
  console.log('| qmsum, ROUGE F1 | 1 | 2 | L |\n|---|---|---|---|')
  for (const [name, scores] of Object.entries(evaluateQmsum(qmsumFile)))
    console.log(`| ${name} | ${Object.values(scores).join(' | ')} |`)
}
const knownSets = [
  'scifact',
  'cranfield',
  'cisi',
  'hotpotqa-100',
  'zava-hr',
  'mtrag-clapnq',
  'mtrag-cloud',
  'squad2-dev-half',
  ...['en', 'de', 'es', 'ru', 'zh', 'ar'].map((language) => `xquad/${language}`),
]
const lorewell = fileURLToPath(new URL('../bin/lorewell.js', import.meta.url))
const rows: string[] = []
for (const name of names.length > 0 ? names : knownSets) {
  const folder = join(directory, name)
  if (!existsSync(join(folder, 'corpus.jsonl'))) continue
  const run = spawnSync(process.execPath, [lorewell, 'eval', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (run.status !== 0) {
    console.error(`${name} failed`)
    process.exitCode = 1
    continue
  }
  const result = JSON.parse(run.stdout.trim().split('\n').at(-1) as string) as Record<string, number>
  rows.push(`| ${name} | ${Object.values(result).map(String).join(' | ')} |`)
  if (rows.length === 1) console.log(`| set | ${Object.keys(result).join(' | ')} |`)
  console.log(rows.at(-1))
}
