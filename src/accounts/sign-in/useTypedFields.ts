import { useEffect, useRef, useState } from 'react'
import { useSession } from '../session/session.ts'

interface Retained {
  form: string
  typed: object
  focused: string | undefined
  failure: string | undefined
}

let retained: Retained | undefined

/** Fills the next form of that name, as after a sign-up the log-in. */
export function fillNext(form: string, typed: object): void {
  retained = { form, typed, focused: undefined, failure: undefined }
}

interface TypedFields<T> {
  typed: T
  /** Returns the props that connect a text field to the field of this name. */
  bind: (name: keyof T & string) => { name: string; value: string; onChange: (text: string) => void }
  failure: string | undefined
  /** Sets the text of the alert after the next session change. */
  retainFailure: (failure: string) => void
  /** Stops retaining: for a form that has been sent with success. */
  discard: () => void
}

/**
 * The fields of a form without a member. A session change, here or in another tab, mounts the app
 * again: the typed text, the focus and the alert then pass to the next form of the same name. In
 * memory only: the text contains a password.
 */
export function useTypedFields<T extends Record<keyof T, string>>(form: string, initial: T): TypedFields<T> {
  const { signal } = useSession()
  const [before] = useState(() => (retained?.form === form ? retained : undefined))
  const [typed, setTyped] = useState<T>({ ...initial, ...before?.typed })
  const end = useRef<{ isDiscarded: boolean; failure?: string }>({ isDiscarded: false })
  useEffect(() => {
    retained = undefined
    if (before?.focused) document.querySelector<HTMLInputElement>(`form [name="${before.focused}"]`)?.focus()
  }, [before])
  useEffect(() => {
    const retain = () => {
      const { isDiscarded, failure } = end.current
      const focused = document.activeElement?.getAttribute('name') ?? undefined
      if (!isDiscarded) retained = { form, typed, focused, failure }
    }
    // Also what is typed until the app is mounted again.
    if (signal.aborted) retain()
    signal.addEventListener('abort', retain)
    return () => signal.removeEventListener('abort', retain)
  }, [form, signal, typed])
  return {
    typed,
    bind: (name) => ({
      name,
      value: typed[name],
      // A password manager fills several fields before the next render.
      onChange: (text) => setTyped((now) => ({ ...now, [name]: text })),
    }),
    failure: before?.failure,
    retainFailure: (failure) => {
      end.current.failure = failure
    },
    discard: () => {
      end.current.isDiscarded = true
    },
  }
}
