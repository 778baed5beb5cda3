import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runInThisContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { LEFT_OUT, withoutAll } from '../../config/lean-react.ts'
import { without, withoutStacks } from '../../config/never-true.ts'

/** What a function of a module says, by the name under which the module exports it. */
const exported = (code: string): Record<string, (...args: never[]) => unknown> =>
  runInThisContext(`(() => { 'use strict'; const exports = {}; ${code}; return exports })()`) as never

describe('kinds of fibers that there are none of', () => {
  const code = `
    exports.kind = function (fiber) {
      switch (fiber.tag) {
        case 26:
          var name = 'hoisted'
          return name
        case 27: return 'singleton'
        case 3: return 'root'
        case 5:
          name = 'host'
        case 30: return name ?? 'transition'
        case 31:
        case 13: return 'boundary'
        default: return 'other'
      }
    }
    exports.isHost = function (fiber) {
      var tag = fiber.tag
      return 26 === fiber.tag || tag === 27 || (tag !== 30 && 5 === tag)
    }`
  const lean = without(code, [{ tags: [26, 27, 30, 31] }])

  test('the others are told apart as before', () => {
    for (const tag of [0, 3, 5, 13, 14]) {
      expect(exported(lean)['kind']?.({ tag } as never), `tag ${tag}`).toBe(exported(code)['kind']?.({ tag } as never))
      expect(exported(lean)['isHost']?.({ tag } as never)).toBe(exported(code)['isHost']?.({ tag } as never))
    }
  })

  test('nothing asks for them any more', () => {
    expect(lean).not.toMatch(/26|27|30|31|hoisted|'singleton'/)
  })
})

test('a variable that stays false is neither read nor set; one of the same name in a function is another', () => {
  const code = `
    var isHydrating = !1
    exports.start = function () { isHydrating = !0; return isHydrating ? 'hydrates' : 'creates' }
    exports.named = function (isHydrating) { return { isHydrating: isHydrating, it: exports.isHydrating } }`
  const lean = exported(without(code, [{ never: ['isHydrating'] }]))
  expect(lean['start']?.()).toBe('creates')
  expect(lean['named']?.('given' as never)).toEqual({ isHydrating: 'given', it: undefined })
})

test('a field that is always null is not read; it is set all the same', () => {
  const code =
    "exports.of = function (state) { state.dehydrated = 1; return state.dehydrated === null ? 'whole' : 'dry' }"
  const state: { dehydrated?: number } = {}
  expect(exported(without(code, [{ fields: new Map([['dehydrated', 'null']]) }]))['of']?.(state as never)).toBe('whole')
  expect(state).toEqual({ dehydrated: 1 })
})

test('of a class that nobody makes go the methods, and not those that another one shares', () => {
  const code = `
    function Root() {}
    function HydrationRoot() {}
    HydrationRoot.prototype.render = Root.prototype.render = function () { return 'rendered' }
    HydrationRoot.prototype.hydrate = function () { return 'hydrated' }
    exports.hydrateRoot = function () { return new HydrationRoot() }
    exports.createRoot = function () { return new Root() }`
  const lean = without(code, [{ classes: ['HydrationRoot'], exports: ['hydrateRoot'] }])
  expect(exported(lean)['createRoot']?.()).toHaveProperty('render')
  expect(lean).not.toContain('hydrated')
  expect(exported(lean)).not.toHaveProperty('hydrateRoot')
})

test('what is made to be thrown as a signal is an error with its message, and has no stack', () => {
  const code = `
    var signal = Error('wait'), other = 1
    exports.signal = signal
    exports.fail = function () { return Error('failed') }`
  const { signal, fail } = exported(withoutStacks(code))
  expect(signal).toBeInstanceOf(Error)
  expect(signal).toHaveProperty('message', 'wait')
  expect(signal).not.toHaveProperty('stack')
  expect(fail?.()).toHaveProperty('stack')
})

test('a function answers what it is told to', () => {
  const code = 'function isCustom(name) { return name.includes("-") } exports.isCustom = isCustom'
  const lean = without(code, [{ answers: new Map([['isCustom', '{ return !1 }']]) }])
  expect(exported(lean)['isCustom']?.('a-b' as never)).toBe(false)
})

describe('another version of React', () => {
  test.each([
    { what: 'a tag', tags: [99] },
    { what: 'a variable', never: ['isNot'] },
    { what: 'a field', fields: new Map([['nowhere', 'null'] as const]) },
    { what: 'a function', answers: new Map([['isNot', '{}']]) },
    { what: 'a class', classes: ['Nobody'] },
    { what: 'an export', exports: ['nothing'] },
  ])('that does not know $what fails the build', (leftOut) => {
    expect(() => without('exports.tag = function (it) { return it.tag === 1 }', [leftOut])).toThrow(/does not have/)
  })

  test('the installed one knows all that is left out', () => {
    const require = createRequire(import.meta.url)
    const path = require.resolve('react-dom/client').replace(/client\.js$/, 'cjs/react-dom-client.production.js')
    const code = readFileSync(path, 'utf8')
    expect(withoutAll(code).length).toBeLessThan(code.length)
  }, 60_000)
})

describe('what would need it after all', () => {
  const needing: Readonly<Record<string, readonly string[]>> = {
    hydration: ['(0, import_client.hydrateRoot)(root, it)'],
    Profiler: ['(0, import_react.Profiler)', 'React.createElement(React$1.Profiler, null)'],
    SuspenseList: ['import_react$2.unstable_SuspenseList'],
    Activity: ['(0, import_jsx_runtime.jsx)(import_react.Activity, {})'],
    ViewTransition: ['React.ViewTransition'],
    'elements that move to the head': ['_jsx("title", { children: name })', 'createElement("meta", {})'],
    'html, head and body as elements': ['jsxs("body", {})', '(0, jsx_runtime.jsx)("html", {})'],
    'refs of fragments': [
      '_jsx(Fragment, { ref: list })',
      'React.createElement(React.Fragment, { key: it, ref: list })',
    ],
    'custom elements': ['jsx("my-element", {})', 'React.createElement("x-y", null)'],
  }
  test.each(LEFT_OUT.map((it) => [it.what, it] as const))('%s', (what, { neededFor }) => {
    expect(needing[what]).toBeDefined()
    for (const source of needing[what] ?? []) expect(neededFor.test(source), source).toBe(true)
  })

  test('what only looks like it does not', () => {
    const sources = [
      '(0, import_jsx_runtime.jsx)(ActivityLink, {})',
      'document.createElement("link")',
      'node.ownerDocument.createElement("script")',
      'jsx("div", { className: css.head })',
      'jsx(Link, { to: "/login", children: "Log In" })',
      "['html', 'body'].includes(getNodeName(node)) // the <body>",
      'const isHydrated = true',
      'jsx(Fragment, { children: jsx("i", { ref: last }) }, it.id)',
    ]
    for (const source of sources) {
      expect(LEFT_OUT.filter(({ neededFor }) => neededFor.test(source)).map(({ what }) => what)).toEqual([])
    }
  })
})
