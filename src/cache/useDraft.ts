import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Drafts } from '#src/offline/device/drafts.ts'
import { getDrafts } from './query-outbox.ts'

const SAVE_AFTER_MS = 150

export interface Draft {
  readonly text: string
  readonly setText: (text: string) => void
  readonly clear: () => Promise<void>
}

/** Returns a text that survives a reload, unless the user types first. `clear` it after sending. */
export function useDraft(name: string): Draft {
  const drafts = getDrafts(useQueryClient())
  const [text, show] = useState('')
  const isTouched = useRef(false)
  const unsaved = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    let isMounted = true
    const restore = (stored: string) => {
      if (isMounted && !isTouched.current) show(stored)
    }
    drafts?.read(name).then(restore, (error: unknown) => console.warn('A draft could not be read.', error))
    return () => {
      isMounted = false
      clearTimeout(timer.current)
      if (unsaved.current !== undefined) void storeDraft(drafts, name, unsaved.current)
    }
  }, [drafts, name])

  const save = async (next: string) => {
    clearTimeout(timer.current)
    unsaved.current = undefined
    await storeDraft(drafts, name, next)
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

const storeDraft = (drafts: Drafts | undefined, name: string, text: string) =>
  drafts?.write(name, text).catch((error: unknown) => console.warn('A draft could not be stored.', error))

/** Sends a draft, once at a time. If `onSend` resolves to false, the text stays. */
export function useSendDraft(
  { text, setText, clear }: Draft,
  field: RefObject<HTMLTextAreaElement | null>,
  onSend: (text: string) => Promise<boolean>,
) {
  const isStoring = useRef(false)
  return async () => {
    if (isStoring.current) return
    isStoring.current = true
    const isStored = await onSend(text.trim())
    isStoring.current = false
    if (!isStored) return
    const now = field.current?.value ?? text
    const remaining = now.startsWith(text) ? now.slice(text.length) : now
    setText(remaining)
    if (remaining === '') await clear()
  }
}
