import type { ReactNode } from 'react'
import { useIsWideIfKnown } from './useIsWide.ts'
import { wideOnly } from './WideOnly.css.ts'

/** Content for windows with room for two areas side by side; in a filled frame the style decides. */
export function WideOnly({ children }: { children: ReactNode }) {
  const isWide = useIsWideIfKnown()
  if (isWide === undefined) return <div className={wideOnly}>{children}</div>
  return isWide && children
}
