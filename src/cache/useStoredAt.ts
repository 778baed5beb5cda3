import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { readFirstPaint } from './first-paint.ts'

const Asked = v.object({ askedAt: v.number() })

/** When the answer that is shown for a query was asked for, in ms since 1970; undefined when nothing is shown. */
export function useStoredAt(queryKey: readonly unknown[]): number | undefined {
  const stored = v.safeParse(Asked, useQueryClient().getQueryData(queryKey) ?? readFirstPaint(queryKey))
  return stored.success ? stored.output.askedAt : undefined
}
