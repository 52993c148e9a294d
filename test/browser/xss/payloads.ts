import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Each would open a dialog, set a global or leave a trace in the page if it became more than text. */
export const builtInPayloads = [
  '<script>window.hit=1</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '<a href="javascript:alert(1)">press</a>',
  '[press](javascript:alert(1))',
  '[press](JaVaScRiPt:alert(1))',
  '[press](java&#x0A;script:alert(1))',
  '[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[press](<\u0001javascript:alert(1)>)',
  '[press](vbscript:msgbox(1))',
  '[press][1]\n\n[1]: javascript:alert(1)',
  '![x](x"onerror="alert(1))',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
  'javascript://example.com/%0Aalert(1)',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<style>@import"data:text/css,*{x:expression(alert(1))}"</style>',
  '{{constructor.constructor("alert(1)")()}}',
  '<details open ontoggle=alert(1)>',
  '<form action=javascript:alert(1)><input type=submit></form>',
  '\u202e<script>alert(1)</script>',
  '<object data="javascript:alert(1)">',
  '<base href="//evil.test/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '`<img src=x onerror=alert(1)>`',
  '```\n<script>alert(1)</script>\n```',
  '| <img src=x onerror=alert(1)> | b |\n|---|---|\n| [x](javascript:alert(1)) | 2 |',
  '# <img src=x onerror=alert(1)>',
  '</textarea></title></style></script><script>alert(1)</script>',
]

/** The lines of a file, or of every .txt below a folder. */
export function readPayloads(path: string): string[] {
  if (statSync(path).isDirectory()) {
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .flatMap((name) => readPayloads(join(path, name)))
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}
