export { flightMark } from '~/contract/common/flight-mark';
export { flightPath } from '~/contract/common/flight-path';
export { flightScenes } from '~/contract/common/flight-scenes';
export { workCover } from '~/contract/common/work-cover';
