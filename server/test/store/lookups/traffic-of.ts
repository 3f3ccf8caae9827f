import { type TrafficCounts, trafficColumns } from '../../../src/model/statistics.ts'

/** The same number in every column. */
export function trafficOf(count: number): TrafficCounts {
  // Safe because it has every column.
  return Object.fromEntries(trafficColumns.map((column) => [column, count])) as TrafficCounts
}
