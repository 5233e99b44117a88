import '../projections/active-read-models';
