import * as v from 'valibot'
import { Rows } from '../rows.ts'
import { Added } from '../wire.ts'

/**
 * Where a track of a list plays: its ids at services, at most one of each, as `formatTrackLink`
 * writes them. Absent without any, and on hosts without links.
 */
export const TrackLinks = Added(Rows(v.string()))
