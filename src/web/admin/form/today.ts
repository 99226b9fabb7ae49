import { dateIn } from '~/contract/common/dates';
import { useSettings } from '~/web/shell/settings';

/**
 * Returns the agency's date, such as 2026-11-23. Documents and tasks use this date, regardless of
 * the admin's time zone.
 */
export const useToday = (): string => dateIn(useSettings().timeZone, new Date());
