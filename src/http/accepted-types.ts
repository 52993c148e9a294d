/** Returns the media types and ranges of an `Accept` field, in lower case, without those that it excludes (`q=0`). */
export function acceptedTypes(accept: string | undefined): string[] {
  return (accept ?? '').split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === '' || parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [type]
  })
}
