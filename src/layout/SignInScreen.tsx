import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { displayFont } from '#src/ui/display-font.css.ts'
import { Logo } from '#src/ui/Logo.tsx'
import * as css from './Screen.css.ts'
import { Screen } from './Screen.tsx'
import { type BackLink, ScreenHeader } from './ScreenHeader.tsx'

interface SignInScreenProps {
  title: string
  back: BackLink
  children: ReactNode
}

/** A screen with a form for visitors, below the app's name. On a wide window the pitch is beside it. */
export const SignInScreen = ({ title, back, children }: SignInScreenProps) => (
  <Screen header={<ScreenHeader title={title} back={back} />}>
    <p className={classNames(displayFont, css.titleLook.large, css.brand)}>
      <span className={css.mark}>
        <Logo />
      </span>
      Flipside
    </p>
    {children}
  </Screen>
)
