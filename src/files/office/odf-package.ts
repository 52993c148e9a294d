import { type ReadLimits, UnreadableFileError } from '../file-text.ts'
import { OfficePackage } from './office-package.ts'

/** Opens an OpenDocument file. Throws `encrypted` if any of its parts is. */
export async function openOdfPackage(bytes: Uint8Array, limits: ReadLimits): Promise<OfficePackage> {
  const parts = await OfficePackage.open(bytes, limits)
  await parts.walk('META-INF/manifest.xml', {
    open(name) {
      if (name === 'manifest:encryption-data') throw new UnreadableFileError('encrypted')
      return undefined
    },
  })
  return parts
}
