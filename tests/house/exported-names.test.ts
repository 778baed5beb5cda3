import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const DECLARED = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm
const ACTION_FILE = /^src\/\w+\/(?:\w+\/)?(?:actions|senders)\.ts$/

const CARRIED_OUT = 'the function of the server that carries out the endpoint or the action'

/**
 * Names that two modules may export, and why. Instead of adding one, name the subject too:
 * `formatDay`, `FeedPage`.
 */
const allowed: Readonly<Record<string, string>> = {
  cancelImport: CARRIED_OUT,
  closeReport: CARRIED_OUT,
  confirmWarning: CARRIED_OUT,
  endMemberSessions: CARRIED_OUT,
  reinstateMember: CARRIED_OUT,
  revokeInvitation: CARRIED_OUT,
  suspendMember: CARRIED_OUT,
  takeDownPicture: CARRIED_OUT,
  warnMember: CARRIED_OUT,
  declineSwap: CARRIED_OUT,
  deleteBroadcast: CARRIED_OUT,
  deleteListens: CARRIED_OUT,
  getPrivacy: CARRIED_OUT,
  withdrawSwap: CARRIED_OUT,
  nameKey: 'the key that names are compared by: of members, of artists and tracks',
  Source: 'the kind of a listen, and a service that fetches charts',
  // On the scrobble path:
  Failure: 'a failed protocol request, and a failed attempt of an outbox entry',
  Services: 'what the server is made of, and what aggregation needs of it',
  Submission: 'a parsed ListenBrainz body, and a row of the inbox',
  countListens: 'adds listens to the counts, and counts the listens of a member',
  insertSession: 'starts the session of a browser, and of a player',
  openTo: 'whether a member is visible, and who may use a protocol',
}

/**
 * Returns the names that a module declares and exports. Components are left out: they are named by
 * what they render.
 */
function exportedNames(file: string, text: string): string[] {
  const names = [...text.matchAll(DECLARED)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !(file.endsWith('.tsx') && /^[A-Z]/.test(name)))
}

/**
 * An endpoint, the action that sends it and the action's sender share a name: they are one
 * operation.
 */
const isOneOperation = (files: readonly string[]) =>
  files.filter((file) => file.startsWith('contract/')).length <= 1 &&
  new Set(files.filter((file) => ACTION_FILE.test(file)).map((file) => file.split('/')[1])).size <= 1 &&
  files.every((file) => file.startsWith('contract/') || ACTION_FILE.test(file))

/** Returns every name that several modules export with different meanings, with the modules. */
function duplicates(texts: ReadonlyMap<string, string>): string[] {
  const filesOf = new Map<string, string[]>()
  for (const [file, text] of texts)
    for (const name of exportedNames(file, text)) filesOf.set(name, [...(filesOf.get(name) ?? []), file])
  return [...filesOf]
    .filter(([name, files]) => files.length > 1 && !(name in allowed) && !isOneOperation(files))
    .map(([name, files]) => `${name}: ${files.join(', ')}`)
}

async function sources(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const folder of ['contract', 'server', 'src'])
    for (const entry of await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const file = path.slice(ROOT.length + 1)
      const isSource = /\.tsx?$/.test(file) && !/\.(?:test|d|gen|css)\.tsx?$/.test(file)
      // A URL's file exports `Route`, as the router requires; a style sheet is imported as a
      // namespace.
      if (isSource && !/^src\/routes\/[^/]+$/.test(file)) texts.set(file, await readFile(path, 'utf8'))
    }
  return texts
}

test('an exported name has one meaning in contract, server and src', async () => {
  const texts = await sources()
  expect(texts.size).toBeGreaterThan(500)
  expect(duplicates(texts)).toEqual([])
})

test('a name that two modules export is found, types included, except one operation across its layers', () => {
  const found = (...files: [string, string][]) => duplicates(new Map(files))
  expect(found(['server/a.ts', 'export interface Page {}'], ['src/b.ts', 'export type Page = 1'])).toEqual([
    'Page: server/a.ts, src/b.ts',
  ])
  expect(found(['server/a.ts', 'export const at = 1'], ['server/b.ts', 'export async function at() {}'])).toHaveLength(
    1,
  )
  const action = ['src/accounts/actions.ts', 'export const mute = 1'] as [string, string]
  expect(found(['contract/a.ts', 'export const mute = 1'], action)).toEqual([])
  expect(found(['src/swaps/actions.ts', 'export const mute = 1'], action)).toHaveLength(1)
  expect(found(['src/a/Zone.tsx', 'export function Zone() {}'], ['src/b.ts', 'export type Zone = 1'])).toEqual([])
})

/** Participles, one-word verbs without an object, and `Of` at the end. */
const UNCLEAR =
  /^(?:[a-z]+(?:[^aeu]ed|aken|iven)|told|kept|laid|gone|made|said|begun|over|cut|ask|take|tell|say|hold|keep|heed)$|^(?:ask|tell|told|keep|kept|laid)[A-Z]|[a-z]Of$/
const NOUN = /^(?:seed|feed|embed)$/

/** Style classes for a state. */
const exceptions = new Set(['liked'])

/**
 * Returns the functions and values that a module exports under a name that needs the file to be
 * understood.
 */
const unclearNames = (file: string, text: string): string[] =>
  exportedNames(file, text).filter((name) => /^[a-z]/.test(name) && UNCLEAR.test(name) && !NOUN.test(name))

test('exported functions and values are named by verb and object or by a noun', async () => {
  const unclear = [...(await sources())].flatMap(([file, text]) =>
    unclearNames(file, text)
      .filter((name) => !exceptions.has(name))
      .map((name) => `${name}: ${file}`),
  )
  expect(unclear).toEqual([])
})

test('a bare participle, a verb of the dialect and the ending Of are found, a noun is not', () => {
  const text = ['laid', 'appended', 'taken', 'tell', 'askAgain', 'rowOf', 'feed', 'storeEntry']
    .map((name) => `export const ${name} = 1`)
    .join('\n')
  expect(unclearNames('a.ts', text)).toEqual(['laid', 'appended', 'taken', 'tell', 'askAgain', 'rowOf'])
})

/** Parameters named `it` in functions that do more than read one property. */
const vagueParameters = (text: string): string[] =>
  (text.match(/(?<![\w.])(?:\(it(?:: [^()]*)?\)|\((?:\w+, )?it(?:, \w+)?\)|it) =>.*/g) ?? []).filter(
    (rest) => !/=> it\??\.\w+(?![\w.([])\s*(?:[,);`]|$)/.test(rest),
  )

test('a function names its parameter, `it` only where it reads one property', async () => {
  const vague = [...(await sources())].flatMap(([file, text]) =>
    vagueParameters(text).map((line) => `${file}: ${line}`),
  )
  expect(vague).toEqual([])
})

test('a parameter `it` of more than one property access is found', () => {
  const texts = ['a.map((it) => it.id)', 'a.map((it: Row) => it.id)', 'a.map((it) => it.id + 1)', 'a.find(it => it())']
  expect(texts.filter((text) => vagueParameters(text).length > 0)).toEqual(texts.slice(2))
})

const FOLDERS = ['bench', 'build', 'config', 'contract', 'scripts', 'server', 'src', 'sw', 'tests']
/** The router, the database's migrations and the tools that read these files use their exports. */
const READ_BY_TOOLS =
  /^src\/routes\/[^/]+$|^src\/routeTree|^server\/db\/migrations\/|^config\/|\.config\.ts$|\.test\.tsx?$/

/** Returns the exported names that no other module contains, with their modules. */
function unusedExports(texts: ReadonlyMap<string, string>): string[] {
  const modulesOf = new Map<string, number>()
  for (const text of texts.values())
    for (const word of new Set(text.match(/\w+/g))) modulesOf.set(word, (modulesOf.get(word) ?? 0) + 1)
  return [...texts].flatMap(([file, text]) =>
    READ_BY_TOOLS.test(file)
      ? []
      : [...text.matchAll(DECLARED)]
          .filter(([, name = '']) => modulesOf.get(name) === 1)
          .map(([, name]) => `${name}: ${file}`),
  )
}

test('every exported name is used in another module', async () => {
  const texts = new Map<string, string>()
  for (const folder of ['.', ...FOLDERS])
    for (const entry of await readdir(join(ROOT, folder), { recursive: folder !== '.', withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (/\.tsx?$/.test(path)) texts.set(path.slice(ROOT.length + 1), await readFile(path, 'utf8'))
    }
  expect(texts.size).toBeGreaterThan(2000)
  expect(unusedExports(texts)).toEqual([])
})

test('a name that only its own module contains is found, types included', () => {
  const texts = new Map([
    ['src/a.ts', 'export interface Row {}\nexport const rows: Row[] = []\nexport function count() {}'],
    ['src/b.ts', "import { rows } from './a.ts'"],
    ['src/routes/index.tsx', 'export const Route = 1'],
  ])
  expect(unusedExports(texts)).toEqual(['Row: src/a.ts', 'count: src/a.ts'])
})
