import * as broadcasts from './broadcasts/actions.ts'
import type { AnyAction } from './offline/action.ts'

/** Every action there is, by its stored name: the page dispatches them, page and worker send them. */
export const actions: ReadonlyMap<string, AnyAction> = new Map(
  [broadcasts].flatMap((domain) => Object.values<AnyAction>(domain)).map((action) => [action.name, action]),
)
