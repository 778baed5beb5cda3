import type { Plugin } from 'vite'
import { type NeverTrue, without, withoutStacks } from './never-true.ts'

/** A thing that React DOM can do and no screen here asks for. */
interface LeftOut extends NeverTrue {
  readonly what: string
  /** What a bundled module would say, its JSX as calls and its imports as `import_react`, that needs it after all: such a build fails. */
  readonly neededFor: RegExp
}

const fromReact = (names: string) => new RegExp(`\\b(?:import_react|React)(?:\\$\\d+)?\\.(?:${names})\\b`)
/** Of React's two ways to make an element, and not the document's own. */
const MADE = '(?<![dD]ocument\\.)\\b_?(?:jsxs?|createElement)(?:\\$\\d+)?\\)?\\(\\s*'
const elements = (names: string) => new RegExp(`${MADE}["'\`](?:${names})["'\`]`)

export const LEFT_OUT: readonly LeftOut[] = [
  {
    // The frame is HTML that the app replaces.
    what: 'hydration',
    tags: [18],
    never: ['isHydrating'],
    fields: new Map([
      ['dehydrated', 'null'],
      ['isDehydrated', 'false'],
    ]),
    classes: ['ReactDOMHydrationRoot'],
    exports: ['hydrateRoot'],
    neededFor: /\bhydrateRoot\b/,
  },
  { what: 'Profiler', tags: [12], neededFor: fromReact('Profiler') },
  { what: 'SuspenseList', tags: [19], neededFor: fromReact('(?:unstable_)?SuspenseList') },
  { what: 'Activity', tags: [31], neededFor: fromReact('Activity') },
  {
    what: 'ViewTransition',
    tags: [30],
    classes: ['ViewTransitionPseudoElement'],
    neededFor: fromReact('(?:unstable_)?ViewTransition|(?:unstable_)?addTransitionType'),
  },
  {
    what: 'elements that move to the head',
    tags: [26],
    answers: new Map([['isHostHoistableType', '{ return !1 }']]),
    neededFor: elements('title|meta|link|base'),
  },
  {
    what: 'html, head and body as elements',
    tags: [27],
    answers: new Map([['isSingletonScope', '{ return !1 }']]),
    neededFor: elements('html|head|body'),
  },
  {
    what: 'refs of fragments',
    answers: new Map([['FragmentInstance', '{ throw Error("Refs of fragments are left out of this build.") }']]),
    classes: ['FragmentInstance'],
    neededFor: new RegExp(`${MADE}[\\w$.]*Fragment[\\w$]*,\\s*\\{\\s*(?:\\w+: [\\w$.]+,\\s*)*ref:`),
  },
  {
    what: 'custom elements',
    answers: new Map([['isCustomElement', '{ return !1 }']]),
    neededFor: elements('[a-z]+-[a-z-]+'),
  },
]

const REACT_DOM = /\/react-dom\/cjs\/react-dom-client\.production\.js$/
/** React's own packages. */
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//

/** Builds React DOM without what LEFT_OUT names (decision 26), and fails where that would be needed after all. */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: (config, { isSsrBuild }) => isSsrBuild !== true && config.build?.lib === undefined,
    transform: {
      filter: { id: REACT_DOM },
      handler: (code) => ({ code: withoutAll(code), map: null }),
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((it) => (it.type === 'chunk' ? Object.entries(it.modules) : []))
      for (const [id, { code }] of modules) {
        const needed = REACT.test(id) ? undefined : LEFT_OUT.find(({ neededFor }) => neededFor.test(code ?? ''))
        if (needed) this.error(`${id} needs ${needed.what}, which config/lean-react.ts leaves out of builds.`)
      }
    },
  }
}

/** React DOM's code without all that is left out. Throws when it does not say what is expected: it is another version then. */
export const withoutAll = (code: string): string => withoutStacks(without(code, LEFT_OUT))
