/**
 * The state of a screen when its history entry was left: its scroll position, and numbers that its
 * lists need to render the same way, such as row heights. Back, forward and a reload restore it.
 */
import { useEffect, useRef } from 'react'
import { ENTRIES_KEY } from '#contract/storage-names.ts'

/** Scroll position, and the first visible row's `data-row` and offset, in px. */
export interface Place {
  readonly y: number
  readonly row?: { readonly key: string; readonly top: number } | undefined
}

type Listed = number | string

interface EntryState extends Place {
  readonly lists: Readonly<Record<string, readonly Listed[]>>
}

const MOST_ENTRIES = 30
/** Limit per list; a longer list renders with estimated heights. */
const MOST_NUMBERS = 4000

const readers = new Map<string, () => readonly Listed[]>()
let entries: Map<string, EntryState> | undefined

const isList = (value: unknown): value is Listed[] =>
  Array.isArray(value) &&
  value.every((each) => Number.isFinite(typeof each === 'string' && each !== '' ? Number(each) : each))

function parseEntry([key, value]: [string, unknown]): [string, EntryState][] {
  // checked below
  const { y, row, lists } = (value ?? {}) as { y?: unknown; row?: Partial<Place['row']>; lists?: object }
  if (typeof y !== 'number' || !Number.isFinite(y) || !lists) return []
  const { key: name, top } = row ?? {}
  const place = typeof name === 'string' && typeof top === 'number' ? { y, row: { key: name, top } } : { y }
  return [[key, { ...place, lists: Object.fromEntries(Object.entries(lists).filter(([, list]) => isList(list))) }]]
}

function presentPlace(): Place {
  const y = Math.round(scrollY)
  if (y === 0) return { y }
  for (const row of document.querySelectorAll<HTMLElement>('main [data-row]')) {
    const { top } = row.getBoundingClientRect()
    if (top >= 0 && top < innerHeight) return { y, row: { key: row.dataset['row'] ?? '', top } }
  }
  return { y }
}

function readEntries(): Map<string, EntryState> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(ENTRIES_KEY) ?? '{}')
    return new Map(Object.entries(stored ?? {}).flatMap(parseEntry))
  } catch {
    return new Map() // unavailable, or not written by this app
  }
}

/** The router's key, which survives a reload; the address if another script created the entry. */
function presentEntry(): string {
  const state = history.state as { __TSR_key?: string } | null // the router writes it
  return state?.__TSR_key ?? location.pathname + location.search
}

/** Saves the screen state in memory before another entry is shown. */
export function noteEntry(key: string = presentEntry()): void {
  entries ??= readEntries()
  const lists = [...readers].flatMap(([name, read]) => {
    const numbers = read()
    return numbers.length > MOST_NUMBERS ? [] : [[name, numbers] as const]
  })
  entries.delete(key)
  entries.set(key, { ...presentPlace(), lists: Object.fromEntries(lists) })
  const oldest = entries.keys().next()
  if (entries.size > MOST_ENTRIES && !oldest.done) entries.delete(oldest.value)
}

/** Gives an entry the state of another one: both show the same screen. */
export function copyEntry(from: string, to: string): void {
  const state = entries?.get(from)
  if (state) entries?.set(to, state)
}

/** Does nothing if the storage is full or unavailable. */
export function storeEntries(): void {
  try {
    sessionStorage.setItem(ENTRIES_KEY, JSON.stringify(Object.fromEntries(entries ?? [])))
  } catch {
    // A reload then starts at the top of the screen.
  }
}

/** Deletes all entries: they belong to a member. */
export function clearEntries(): void {
  entries = undefined
  try {
    sessionStorage.removeItem(ENTRIES_KEY)
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}

function readPresent(): EntryState | undefined {
  entries ??= readEntries()
  return entries.get(presentEntry())
}

export const readEntryPlace = (): Place | undefined => readPresent()

export const readEntryList = (name: string): readonly Listed[] | undefined => readPresent()?.lists[name]

/** Saves a list's numbers, if it has a name, whenever its entry is left. `name` must be unique on a screen. */
export function useEntryList(name: string | undefined, read: () => readonly Listed[]): void {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    if (name === undefined) return
    readers.set(name, () => latest.current())
    return () => void readers.delete(name)
  }, [name])
}
