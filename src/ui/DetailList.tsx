import type { ReactNode } from 'react'
import * as css from './DetailList.css.ts'

/** A description list: names with their values, one pair a line. */
export const DetailList = ({ children }: { children: ReactNode }) => <dl className={css.list}>{children}</dl>

/** One pair in a `DetailList`. */
export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={css.row}>
    <dt className={css.name}>{name}</dt>
    <dd className={css.value}>{children}</dd>
  </div>
)
