import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import * as css from './Text.css.ts'

interface HeadingProps {
  /** Its level in the outline; `look` sets the size. */
  level: 1 | 2 | 3
  look?: keyof typeof css.heading
  id?: string
  children: ReactNode
}

const lookOfLevel = { 1: 'title', 2: 'section', 3: 'row' } as const

/** A heading; a screen has one of level 1. */
export function Heading({ level, look = lookOfLevel[level], id, children }: HeadingProps) {
  const Tag = `h${level}` as const
  return (
    <Tag id={id} className={css.heading[look]}>
      {children}
    </Tag>
  )
}

interface TextProps {
  as?: 'p' | 'span' | 'div' | 'strong'
  tone?: keyof typeof css.tone
  size?: keyof typeof css.size
  strong?: boolean
  oneLine?: boolean
  id?: string
  children: ReactNode
}

export function Text({ as: Tag = 'p', tone = 'inherit', size = 'm', strong, oneLine, id, children }: TextProps) {
  return (
    <Tag id={id} className={classNames(css.tone[tone], css.size[size], strong && css.strong, oneLine && css.oneLine)}>
      {children}
    </Tag>
  )
}

/** A small, quiet text: a time, a hint, the second line of a row. */
export const Note = (props: Omit<TextProps, 'tone' | 'size'>) => <Text {...props} tone="quiet" size="s" />

/** A number in the display type, gold when it is swag. */
export function Figure({
  size = 'm',
  tone = 'main',
  children,
}: {
  size?: 'm' | 'l'
  tone?: keyof typeof css.tone
  children: ReactNode
}) {
  return <span className={classNames(css.figure[size], css.tone[tone])}>{children}</span>
}
