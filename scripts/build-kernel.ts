import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import wabt from 'wabt'

const folder = new URL('../src/retrieval/vectors/kernel/', import.meta.url)

/** Writes dot-kernel.ts anew from dot-kernel.wat; run by hand after a change of the latter. */
export async function kernelSource(): Promise<string> {
  const { parseWat } = await wabt()
  const module = parseWat('dot-kernel.wat', readFileSync(new URL('dot-kernel.wat', folder), 'utf8'))
  const { buffer } = module.toBinary({})
  const text = Buffer.from(buffer).toString('base64')
  return `/** Made from dot-kernel.wat by scripts/build-kernel.ts; a test compares the two. */\nexport const dotKernel =\n  '${text}'\n`
}

if (argv[1]?.endsWith('build-kernel.ts')) {
  writeFileSync(new URL('dot-kernel.ts', folder), await kernelSource())
  console.log('src/retrieval/vectors/kernel/dot-kernel.ts is written.')
}
