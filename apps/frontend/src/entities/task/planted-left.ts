import '../work/planted-right';
