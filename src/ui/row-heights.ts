import type { useWindowVirtualizer, VirtualItem } from '@tanstack/react-virtual'
import { useState } from 'react'
import { readEntryList, useEntryList } from './entry-state.ts'

type Rows = Pick<ReturnType<typeof useWindowVirtualizer>, 'takeSnapshot'>

function readMeasurements(name: string): VirtualItem[] {
  const flat = readEntryList(name) ?? []
  // Only keys and sizes matter: the virtualizer computes the positions.
  return flat.flatMap((key, at) =>
    at % 2 === 0 ? [{ key, index: at / 2, lane: 0, size: Number(flat[at + 1] ?? 0), start: 0, end: 0 }] : [],
  )
}

export const useEarlierHeights = (name: string | undefined) =>
  useState(() => (name === undefined ? [] : readMeasurements(name)))[0]

/** Saves the measured heights for rows with numeric keys when their history entry is left. */
export const useNotedHeights = (name: string | undefined, rows: Rows): void =>
  useEntryList(name, () => rows.takeSnapshot().flatMap(({ key, size }) => [Number(key), Math.round(size * 100) / 100]))
