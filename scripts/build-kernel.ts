import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import wabt from 'wabt'

const folder = new URL('../src/search/', import.meta.url)
const kernels = ['vector/kernel/dot-kernel', 'lexical/kernel/score-kernel'] as const

/** Compiles a kernel's .wat file and returns the text of its TypeScript file. */
export async function kernelSource(path: (typeof kernels)[number]): Promise<string> {
  const { parseWat } = await wabt()
  const module = parseWat(`${path}.wat`, readFileSync(new URL(`${path}.wat`, folder), 'utf8'))
  const { buffer } = module.toBinary({})
  const base64 = Buffer.from(buffer).toString('base64')
  const file = path.slice(path.lastIndexOf('/') + 1)
  const name = file.replace(/-(.)/, (_, letter: string) => letter.toUpperCase())
  return `/** Generated from ${file}.wat by scripts/build-kernel.ts; a test compares the two. */\nexport const ${name} =\n  '${base64}'\n`
}

// Run by hand after a change of a kernel.
if (argv[1]?.endsWith('build-kernel.ts')) {
  for (const path of kernels) writeFileSync(new URL(`${path}.ts`, folder), await kernelSource(path))
  console.log('Kernels written.')
}
