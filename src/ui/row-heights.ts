import type { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import { readEntryList, useEntryList } from './entry-state.ts'

type Rows = ReturnType<typeof useWindowVirtualizer>

/** Heights in px by key, from the flat list that a history entry stores. */
export const readRowHeights = (name: string): ReadonlyMap<number, number> => {
  const flat = readEntryList(name) ?? []
  return new Map(flat.flatMap((key, at) => (at % 2 === 0 ? [[key, flat[at + 1] ?? 0] as const] : [])))
}

/** Measured heights as TanStack Virtual begins with them. It places rows by key: unmeasured ones between them get their estimate. */
export const asMeasurements = (top: number, heights: ReadonlyMap<number, number>) => {
  let start = top
  return [...heights].map(([key, size], index) => {
    const item = { key, index, lane: 0, size, start, end: start + size }
    start = item.end
    return item
  })
}

/** What a list of a returned-to history entry was measured at; TanStack Virtual's `initialMeasurementsCache`. */
export const useEarlierHeights = (name: string) => useState(() => asMeasurements(0, readRowHeights(name)))[0]

/** Notes the measured heights of rows whose keys are numbers when their history entry is left. */
export const useNotedHeights = (name: string, rows: Rows): void =>
  useEntryList(name, () => rows.takeSnapshot().flatMap(({ key, size }) => [Number(key), Math.round(size * 100) / 100]))
