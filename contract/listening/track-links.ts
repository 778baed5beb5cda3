import * as v from 'valibot'
import { Added } from '../wire.ts'

/**
 * Where a list's track plays: its ids at services, at most one per service, as `formatTrackLink`
 * writes them, and the viewer's own library (`toLibraryTrackId`), with spaces between. Absent
 * without any, and on hosts without links.
 */
export const TrackLinks = Added(v.string())
