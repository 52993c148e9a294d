#!/usr/bin/env node
// Fails on retired words: house metaphors and phrases that readers had to look up. Each has an ordinary word beside it.
// Migrations that ran keep their names, and so do fields that are part of the interface or of stored data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './source-files.mjs'

/** pattern → ordinary word */
const retired = [
  [/\b\w*-?desk\b|\w+Desk\b/, 'service, admin or backend'],
  [/\bcrew\b|\w*Crew\b/i, 'pool'],
  [/\bvalves?\b/i, 'admission control'],
  [/\b(?:word-?)?shel(?:f|ves|ve|ved)\b|\w+Shelf\b/i, 'inverted index, archive'],
  [/\b(?:bury|buried|buries)\b/i, 'tombstone, mark deleted'],
  [/\bmakeAnew\b|\banew\b/i, 'compact, again, new'],
  [/\bmay(?: not)? see\b/i, 'can see'],
  [/\breckon(?:s|ed|ing)?\b/i, 'compute, count'],
  [/\bwhoever\b|\bwhomever\b/i, 'anyone who, callers'],
  [/\btold (?:of|by)\b|\bis told\b|\btells of\b/i, 'reported, listed'],
  [/\bwhat stands\b|\bstands below\b/i, 'subpages, content'],
  [/\bturn-?taking\b/i, 'keyed mutex'],
  [/\blist walks?\b|\blist-walks?\b|\bListWalks?\b/, 'stable pagination'],
  [/\bclose reading\b|\bread closer\b|\breadCloser\b/i, 'rerank'],
  [/\bmirrors?\b/i, 'in-memory index'],
  [/\bfluency\b/i, 'language support'],
  [/\bhires?\b|\bdismiss(?:es|ed)?\b/i, 'spawn, remove'],
  [/\b(?:identity|the) doors?\b|\bat the door\b/i, 'routes, entry points'],
  [/\btest[- ]bed\b/i, 'test database'],
  [/\bmade-up\b|\bdrawn-/i, 'synthetic, random'],
  [/\w+Needs\b|\bneeds: \{/, 'deps, options'],
  [/\b(?:most|least)(?!Frequent|Shared|Recent|Common)[A-Z]\w*/, 'max…, min…'],
  [/\bperson_behind\b/, 'resolve_credential'],
  [/\bbrings? back\b/i, 'restore'],
]

/** Retired words in their ordinary sense, or in text that must not change: path, pattern, reason. */
const exceptions = [
  [/translation\/(?:work-)?word-table\.ts$/, /desk|screw|crew/i, 'a dictionary'],
  [/^src\/answer\/verification\.test\.ts$/, /shelf/i, 'sentences of an invented document'],
  [/^src\/ingest\/(html-blocks|sentences)\.test\.ts$/, /bring back|the door/, 'sentences of an invented document'],
]

const files = [
  ...sourceFiles(['src', 'web/src', 'sdk/src', 'docs', 'deploy'], (path) => /\.(tsx?|md|css|html|ya?ml)$/.test(path)),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  })),
]

const problems = files.flatMap(({ path, text }) =>
  text.split('\n').flatMap((line, index) =>
    retired.flatMap(([pattern, ordinary]) => {
      const word = pattern.exec(line)?.[0]
      const isException = exceptions.some(([file, words]) => file.test(path) && words.test(word))
      return word && !isException ? [`${path}:${index + 1}: "${word.trim()}" (${ordinary})`] : []
    }),
  ),
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(`${problems.length} retired words. Use the ordinary word, or list an exception with its reason.`)
  process.exit(1)
}
console.log(`Glossary: no retired word in ${files.length} files`)
