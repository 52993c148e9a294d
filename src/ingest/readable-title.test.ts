import { expect, test } from 'vitest'
import { readableTitle } from './readable-title.ts'

test.each([
  ['Q\\&A for \\[new\\] people', 'Q&A for [new] people'],
  ['Leave &amp; travel &#8211; **all** of `it`', 'Leave & travel – all of it'],
  ['Set up<br>a <em>channel</em> {#channel}', 'Set up a channel'],
  ['See [the guide](/guide) :tada:', 'See the guide 🎉'],
  ['snake_case_name, 2 * 3, List<String> and C:\\temp', 'snake_case_name, 2 * 3, List<String> and C:\\temp'],
  ['~~Buy a cake~~', 'Buy a cake'],
  ['[[Leave|Leave policy]]', 'Leave policy'],
  ['&#0;a&#xD800;', ' a\ufffd'],
])('%j reads %j', (title, expected) => {
  expect(readableTitle(title)).toBe(expected)
})
