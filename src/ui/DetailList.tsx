import type { ReactNode } from 'react'
import * as css from './DetailList.css.ts'

export const DetailList = ({ children }: { children: ReactNode }) => <dl className={css.list}>{children}</dl>

export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={css.row}>
    <dt className={css.name}>{name}</dt>
    <dd className={css.value}>{children}</dd>
  </div>
)
