import { type ComponentProps, useState } from 'react'
import { pictureAddress } from '#src/ui/picture-address.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import * as css from './Cover.css.ts'

interface CoverProps extends ComponentProps<typeof Sleeve> {
  /** The album cover's address; empty or absent without one. */
  cover?: string | undefined
}

/** An album's cover on the sleeve, which is displayed until it has loaded, and without one. */
export function Cover({ cover, ...sleeve }: CoverProps) {
  const [failed, setFailed] = useState<string>()
  const address = pictureAddress(cover)
  const fallback = <Sleeve {...sleeve} />
  if (address === undefined || address === failed) return fallback
  return (
    <span className={css.frame}>
      {fallback}
      <img
        className={css.picture}
        src={address}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(address)}
      />
    </span>
  )
}
