import { skeleton } from './Skeleton.css.ts'

/** The shape of what is not known yet. Hidden from readers: the text beside it says 'Loading...'. */
export function Skeleton({ shape = 'line' }: { shape?: keyof typeof skeleton }) {
  return <span className={skeleton[shape]} aria-hidden="true" />
}
