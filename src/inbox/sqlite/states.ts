/** The forward state of a delivery in SQL. */

/** What became of one delivery. A parked one is still `pending` in its column, which older versions have made. */
export const STATE = "CASE WHEN parked = 1 THEN 'parked' ELSE forward END"

/** The deliveries that wait to be forwarded; their indexes have the same condition. */
export const PENDING = "forward = 'pending' AND parked = 0"
