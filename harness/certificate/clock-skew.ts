/** Two machines seldom agree to the second. */
export const clockSkewMs = 5 * 60 * 1000;
