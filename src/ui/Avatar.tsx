import { useState } from 'react'
import { avatarArt } from '#contract/art/avatar-art.ts'
import * as css from './Avatar.css.ts'
import { classNames } from './class-names.ts'
import { Logo } from './Logo.tsx'
import { pictureAddress } from './picture-address.ts'

interface AvatarProps {
  name: string
  /** Rendered only if {@link pictureAddress} accepts it. */
  picture?: string | null | undefined
  size?: keyof typeof css.avatar
}

/** Screen readers skip it: the name is always rendered next to it. 'System' has the logo. */
export function Avatar({ name, picture, size = 'm' }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  if (name === 'System') {
    return (
      <span className={classNames(css.avatar[size], css.system)} aria-hidden="true">
        <Logo />
      </span>
    )
  }
  const address = pictureAddress(picture)
  if (address !== undefined && address !== failed) {
    return (
      <span className={css.avatar[size]} aria-hidden="true">
        <img
          className={css.picture}
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          crossOrigin="anonymous"
          referrerPolicy="no-referrer"
          onError={() => setFailed(address)}
        />
      </span>
    )
  }
  const { letter, colour } = avatarArt(name)
  return (
    <span className={classNames(css.avatar[size], css.letter, css.ground[colour])} aria-hidden="true">
      {letter}
    </span>
  )
}
