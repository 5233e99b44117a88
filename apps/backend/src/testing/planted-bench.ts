import '../../../bench/src/figures';
