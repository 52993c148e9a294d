import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import wabt from 'wabt'

const folder = new URL('../src/search/', import.meta.url)
const kernels = ['vector/kernel/dot-kernel', 'lexical/kernel/score-kernel'] as const

/** What the TypeScript file of a kernel is, made from its .wat file. */
export async function kernelSource(path: (typeof kernels)[number]): Promise<string> {
  const { parseWat } = await wabt()
  const module = parseWat(`${path}.wat`, readFileSync(new URL(`${path}.wat`, folder), 'utf8'))
  const { buffer } = module.toBinary({})
  const text = Buffer.from(buffer).toString('base64')
  const file = path.slice(path.lastIndexOf('/') + 1)
  const name = file.replace(/-(.)/, (_, letter: string) => letter.toUpperCase())
  return `/** Made from ${file}.wat by scripts/build-kernel.ts; a test compares the two. */\nexport const ${name} =\n  '${text}'\n`
}

/** Writes them anew; run by hand after a change. */
if (argv[1]?.endsWith('build-kernel.ts')) {
  for (const path of kernels) writeFileSync(new URL(`${path}.ts`, folder), await kernelSource(path))
  console.log('The kernels are written.')
}
