import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { listRole } from './list-role.ts'
import * as css from './Stack.css.ts'

interface StackProps {
  as?: 'div' | 'section' | 'ul' | 'ol' | 'li' | 'header' | 'footer' | 'nav' | 'article' | 'span'
  gap?: keyof typeof css.gap
  align?: keyof typeof css.align
  justify?: keyof typeof css.justify
  /** Fills the rest of its row; 'content': in a wrapping row at least as wide as its content. */
  grow?: boolean | 'content'
  children: ReactNode
}

const getClass = ({ gap = 'm', align = 'stretch', justify = 'start', grow }: Omit<StackProps, 'children'>) =>
  classNames(css.gap[gap], css.align[align], css.justify[justify], grow && css.grow[grow === true ? 'words' : grow])

const ofList = (tag: StackProps['as']) => (tag === 'ul' || tag === 'ol' ? listRole : {})

/** Lays out children vertically; the stack owns the space between them. */
export function Stack({ as: Tag = 'div', children, ...variants }: StackProps) {
  return (
    <Tag className={classNames(css.stack, getClass(variants))} {...ofList(Tag)}>
      {children}
    </Tag>
  )
}

/** Lays out children horizontally, wrapping if `wrap` is set. */
export function Row({
  as: Tag = 'div',
  children,
  wrap,
  align = 'center',
  ...variants
}: StackProps & { wrap?: boolean }) {
  return (
    <Tag className={classNames(css.row, getClass({ align, ...variants }), wrap && css.wrap)} {...ofList(Tag)}>
      {children}
    </Tag>
  )
}
