import type { AllowanceRule } from './allowances.ts';

export const posAllowances: readonly AllowanceRule[] = [];
