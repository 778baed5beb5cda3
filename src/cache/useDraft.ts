import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Drafts } from '#src/offline/device/drafts.ts'
import { draftsOf } from './outbox-of.ts'

const SAVE_AFTER_MS = 150

/**
 * Returns a text that survives a reload. Initially empty; takes over the stored text when it is
 * read, unless the user has typed by then. `clear` is called after sending.
 */
export function useDraft(name: string): { text: string; setText: (text: string) => void; clear: () => Promise<void> } {
  const drafts = draftsOf(useQueryClient())
  const [text, show] = useState('')
  const isTouched = useRef(false)
  const unsaved = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    let isHere = true
    const takeOver = (kept: string) => {
      if (isHere && !isTouched.current) show(kept)
    }
    drafts?.read(name).then(takeOver, (error: unknown) => console.warn('A draft could not be read.', error))
    return () => {
      isHere = false
      clearTimeout(timer.current)
      if (unsaved.current !== undefined) void keep(drafts, name, unsaved.current)
    }
  }, [drafts, name])

  const save = async (next: string) => {
    clearTimeout(timer.current)
    unsaved.current = undefined
    await keep(drafts, name, next)
  }
  const setText = (next: string) => {
    isTouched.current = true
    show(next)
    clearTimeout(timer.current)
    unsaved.current = next
    timer.current = setTimeout(() => void save(next), SAVE_AFTER_MS)
  }
  return { text, setText, clear: () => save('') }
}

const keep = (drafts: Drafts | undefined, name: string, text: string) =>
  drafts?.write(name, text).catch((error: unknown) => console.warn('A draft could not be kept.', error))
