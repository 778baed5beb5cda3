import { useEffect, useState } from 'react'

interface RefusedLogin {
  user: string
  password: string
  /** What the alert says. */
  sentence: string
}

let kept: RefusedLogin | undefined

/** Hands a refused login to the form that the page mounts after it has signed out. In memory only: it holds a password. */
export function keepRefusedLogin(refused: RefusedLogin): void {
  kept = refused
}

/** The refused login that the form starts with; forgotten once the form is on the screen. */
export function useRefusedLogin(): RefusedLogin | undefined {
  const [taken] = useState(kept)
  useEffect(() => {
    if (kept === taken) kept = undefined
  }, [taken])
  return taken
}
