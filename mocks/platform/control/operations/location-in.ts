import type { Location, State } from '../../state/state.ts';
import { ControlError } from '../declaration/control-error.ts';

export const locationIn =
  ({ locations }: Pick<State, 'locations'>) =>
  (id: string): Location => {
    const location = locations.get(id);
    if (location === undefined) throw new ControlError(404, 'UnknownLocation', `There is no location ${id}.`);
    return location;
  };
