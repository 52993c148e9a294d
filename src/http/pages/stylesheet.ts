import { createHash } from 'node:crypto'

/** The look of the pages that work without the app: one small sheet inside the page, allowed by its hash. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --card: #ffffff; --ink: #1d2129; --quiet: #5b6270; --line: #dcd9d1; --edge: #8d8a82;
  --accent: #2f5d50; --accent-ink: #ffffff; --focus: #2f5d50; --alarm: #9b2c1f; --alarm-ground: #fbeeeb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --card: #1c2026; --ink: #e8e6e1; --quiet: #a3a9b5; --line: #363c46; --edge: #6b727d;
    --accent: #8fc4b0; --accent-ink: #10201a; --focus: #8fc4b0; --alarm: #f0a79b; --alarm-ground: #33201d;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main {
  width: 100%; max-width: 26rem; padding: 32px; background: var(--card);
  border: 1px solid var(--line); border-radius: 14px;
}
.brand { margin: 0 0 24px; font-size: .875rem; font-weight: 600; letter-spacing: .02em; color: var(--accent); }
h1 { margin: 0 0 8px; font-size: 1.5rem; line-height: 1.25; font-weight: 650; text-wrap: balance; }
p { margin: 0 0 16px; }
.quiet { color: var(--quiet); font-size: .875rem; }
form { margin: 24px 0 0; }
label { display: block; margin: 0 0 6px; font-size: .875rem; font-weight: 600; }
.after { margin: 16px 0 0; }
.hint { margin: 6px 0 0; color: var(--quiet); font-size: .8125rem; }
.field { margin: 0 0 16px; }
input[type=text], input[type=email], input[type=password] {
  width: 100%; padding: 10px 12px; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--edge); border-radius: 8px;
}
input[aria-invalid=true] { border-color: var(--alarm); }
.check { display: flex; gap: 10px; align-items: flex-start; margin: 0 0 16px; }
.check label { margin: 0; font-weight: 400; }
.check input { width: 18px; height: 18px; margin: 3px 0 0; accent-color: var(--accent); flex: none; }
button {
  width: 100%; padding: 11px 16px; font: inherit; font-weight: 600; cursor: pointer;
  border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--accent-ink);
}
button:hover { filter: brightness(1.08); }
a.button { display: block; padding: 11px 16px; text-align: center; text-decoration: none; border: 1px solid; border-radius: 8px; }
:is(button, a.button).second { background: transparent; color: var(--ink); border-color: var(--line); font-weight: 500; }
.choices { display: grid; gap: 10px; }
.pair { display: grid; gap: 10px; grid-template-columns: 1fr 1fr; }
:is(a, button, input):focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
a { color: var(--accent); }
.alarm {
  margin: 16px 0 0; padding: 10px 12px; border-radius: 8px; font-size: .875rem;
  color: var(--alarm); background: var(--alarm-ground);
}
dl { margin: 20px 0 0; border-top: 1px solid var(--line); }
dl > div { padding: 10px 0; border-bottom: 1px solid var(--line); }
dt { font-size: .8125rem; color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
dd.line { display: flex; align-items: center; gap: 12px; justify-content: space-between; }
dd.line form { margin: 0; }
dd.line button { width: auto; padding: 6px 12px; }
ul { margin: 16px 0 0; padding-left: 20px; }
@media (max-width: 440px) { main { padding: 24px 20px; } }
@media (forced-colors: active) { .alarm { border: 1px solid; } }
`

export const stylesheetHash = `'sha256-${createHash('sha256').update(stylesheet).digest('base64')}'`
