import type { RequirementId } from '../requirements/index.ts';
import type { Advice } from './advice.ts';
import { basketAdvice } from './basket.ts';
import { commandAdvice } from './commands.ts';
import { orderAdvice } from './order.ts';
import { platformAdvice } from './platform.ts';
import { tillAdvice } from './till.ts';

export type { Advice };

const all: Readonly<Record<RequirementId, Advice>> = {
  ...basketAdvice,
  ...orderAdvice,
  ...tillAdvice,
  ...commandAdvice,
  ...platformAdvice,
};

/** Why a requirement matters, and what usually mends it. */
export const adviceFor = (id: RequirementId): Advice => all[id];
