import * as broadcasts from './broadcasts/actions.ts'
import * as listening from './listening/actions.ts'
import type { AnyAction } from './offline/action.ts'

/** Every action there is, by its stored name: the page dispatches them, page and worker send them. */
export const actions: ReadonlyMap<string, AnyAction> = new Map(
  [broadcasts, listening].flatMap((domain) => Object.values<AnyAction>(domain)).map((action) => [action.name, action]),
)

/** Actions whose effect no query shows, so that no overlay reads them. */
export const invisibleActions: readonly string[] = ['listening.sample']
