/** A part of multipart/form-data: a field, or a file if it has a file name. */
export interface FormPart {
  name: string
  value: string | Buffer
  fileName?: string
}

export const boundary = '----form-of-a-test'
export const formType = `multipart/form-data; boundary=${boundary}`

/** Returns a multipart body as browsers write it. */
export function multipartBody(parts: readonly FormPart[]): Buffer {
  const written = parts.flatMap(({ name, value, fileName }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)])
}

/** Returns the parts of an upload: fields, then the file. */
export function uploadParts(fields: Record<string, string>, fileName: string, content: string | Buffer): FormPart[] {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }))
  return [...texts, { name: 'file', value: content, fileName }]
}
