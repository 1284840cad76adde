/**
 * Charts over time. `Lanes` draws the life of versions and of what runs them: a view makes rows of its facts (segments, marks, a flag,
 * ghosts of what was before) and says what stands left and right of the time.
 *
 * What draws something else over time takes `fittedTicks` and `useWidth` with `useMeasure`, or the charts of `components/charts`.
 * A text never touches the now line or what is `taken`: `markStretch(pixelAt(box, at), 16)` for a diamond. `keptLabels` chooses which labels of
 * one line may be printed, by rank. Where the viewer's zone matters, hand `offsetAt` (ms ahead of UTC) to ranges and ticks.
 *
 * `<MovableFlag>` in place of the flag of a lane can be dragged and moved by keys, and tells `onFlagMove(at, isFinal)`. It is a tab stop of its own.
 */
export { Brush } from './brush'
export { add, ceilTo, DAY, type OffsetAt, startOf } from './calendar'
export { type LaneColumn, type LaneMark, type LaneRow, type LaneSegment, Lanes, type Stop } from './lanes'
export {
  type ChartBox,
  differenceText,
  type LaneRun,
  markStretch,
  nowLabelAt,
  nowStretch,
  pixelAt,
  type SegmentLook,
  type Span,
  STAGE_LOOKS,
} from './layout'
export { MovableFlag } from './movable-flag'
export { Axis, Legend, LegendItem } from './parts'
export {
  css,
  movedInto,
  percentAt,
  rangeAround,
  steppedRange,
  type TimeRange,
  wholeRange,
  type Zoom,
  zoomRange,
  zooms,
} from './range'
export { fittedTicks, freePlace, keptLabels, type Measure, type Stretch, type Tick } from './ticks'
export { useMeasure, useWidth } from './use-chart-box'
